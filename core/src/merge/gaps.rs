//! The blank lines of the merged plan.

use super::render::Renderer;
use super::tree::NodeKind;
use super::{BASE, OURS, THEIRS, for_versions};

impl Renderer<'_, '_> {
    /// Writes the blank lines before an entity that follows `after` under the same parent.
    pub(super) fn write_gap(&mut self, key: usize, after: Option<usize>) {
        let parent = self.structure.parent[key];
        let is_in_section = !matches!(self.kind(key), NodeKind::Heading(_)) && !self.is_task(parent);
        let below = for_versions(|side| {
            let (node, text) = self.node(parent, side).filter(|_| after.is_none() && is_in_section)?;
            node.gap_below.map(|gap| gap.of(text))
        });
        let gap = if below.iter().any(Option::is_some) {
            merged_gap(below)
        } else {
            merged_gap(for_versions(|side| self.node(key, side).map(|(node, text)| node.gap.of(text))))
        };
        self.out.text.push_str(gap);
        if gap.is_empty() && self.must_be_separate(key, after) {
            self.out.text.push('\n');
        }
    }

    /// Whether a text would become a part of what comes before it: of another text, of a list item, or of a task's body.
    fn must_be_separate(&self, key: usize, after: Option<usize>) -> bool {
        if self.kind(key) != NodeKind::Text || after.is_none() && !self.is_task(self.structure.parent[key]) {
            return false;
        }
        let is_so_in_a_version = [BASE, OURS, THEIRS].into_iter().any(|side| {
            self.matching.entities[key][side].is_some_and(|node| {
                let parent = self.matching.keys[side][self.trees[side].nodes[node].parent];
                let before = self.previous[side][node].map(|before| self.matching.keys[side][before]);
                self.trees[side].nodes[node].gap.is_empty() && before == after && parent == self.structure.parent[key]
            })
        });
        !is_so_in_a_version
    }
}

/// Merged blank lines: those of the side that changed them, the longer ones if both did.
pub(super) fn merged_gap([base, ours, theirs]: [Option<&str>; 3]) -> &str {
    let (Some(our), Some(their)) = (ours, theirs) else { return ours.or(theirs).or(base).unwrap_or_default() };
    if our == their || theirs == base {
        our
    } else if ours == base {
        their
    } else if (our.len(), our) > (their.len(), their) {
        our
    } else {
        their
    }
}
