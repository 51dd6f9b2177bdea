//! The blocks of a Markdown text, with their ranges.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A block. `children` are indexes; a block comes before its children.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: BlockKind,
    pub(super) range: Range<usize>,
    pub(super) children: Vec<usize>,
    /// Whether it is inside a blockquote.
    pub(super) is_quoted: bool,
}

/// The kind of a block, as far as tasks are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Document,
    Heading(usize),
    Paragraph,
    List,
    Item,
    Quote,
    FrontMatter,
    Other,
}

/// Parses a text. The first block is the document.
pub(super) fn blocks(markdown: &str) -> Vec<Node> {
    let mut builder = Builder { nodes: Vec::new(), open: Vec::new(), in_text: false };
    builder.start(BlockKind::Document, 0..markdown.len());
    // Checkboxes are not parsed here, so that what follows one is always text.
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(markdown, options).into_offset_iter() {
        match event {
            Event::Start(tag) => match kind(&tag) {
                Some(kind) => builder.start(kind, range),
                None => builder.text(&range),
            },
            Event::End(tag) if is_block_end(tag) => builder.end(),
            Event::Rule => {
                builder.start(BlockKind::Other, range);
                builder.end();
            }
            Event::End(_) => {}
            _ => builder.text(&range),
        }
    }
    builder.nodes
}

struct Builder {
    nodes: Vec<Node>,
    open: Vec<usize>,
    /// Whether the last block of the open item is a paragraph that still continues. In a tight list it has no events.
    in_text: bool,
}

impl Builder {
    fn start(&mut self, kind: BlockKind, range: Range<usize>) {
        let index = self.nodes.len();
        let outer = self.open.last().copied();
        if let Some(outer) = outer {
            self.nodes[outer].children.push(index);
        }
        let is_quoted =
            outer.is_some_and(|outer| self.nodes[outer].is_quoted || self.nodes[outer].kind == BlockKind::Quote);
        self.nodes.push(Node { kind, range, children: Vec::new(), is_quoted });
        self.open.push(index);
        self.in_text = false;
    }

    fn end(&mut self) {
        self.open.pop();
        self.in_text = false;
    }

    fn text(&mut self, range: &Range<usize>) {
        let Some(&outer) = self.open.last() else { return };
        if self.nodes[outer].kind != BlockKind::Item {
            return;
        }
        if !self.in_text {
            self.start(BlockKind::Paragraph, range.clone());
            self.end();
            self.in_text = true;
        }
        if let Some(last) = self.nodes[outer].children.last().copied() {
            let paragraph = &mut self.nodes[last].range;
            paragraph.end = paragraph.end.max(range.end);
        }
    }
}

fn kind(tag: &Tag<'_>) -> Option<BlockKind> {
    match tag {
        Tag::Heading { level, .. } => Some(BlockKind::Heading(depth(*level))),
        Tag::Paragraph => Some(BlockKind::Paragraph),
        Tag::List(_) => Some(BlockKind::List),
        Tag::Item => Some(BlockKind::Item),
        Tag::BlockQuote(_) => Some(BlockKind::Quote),
        Tag::MetadataBlock(_) => Some(BlockKind::FrontMatter),
        Tag::CodeBlock(_) | Tag::HtmlBlock => Some(BlockKind::Other),
        _ => None,
    }
}

fn is_block_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Paragraph
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::MetadataBlock(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
    )
}

fn depth(level: HeadingLevel) -> usize {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
