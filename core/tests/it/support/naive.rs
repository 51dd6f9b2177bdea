//! The format's rules for lines and bodies, implemented literally from the specification.

/// One line: its start, its content, and the start of the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NaiveLine<'t> {
    pub(crate) start: usize,
    pub(crate) content: &'t str,
    pub(crate) end: usize,
}

/// The lines of a text; a byte order mark is not part of the first one.
pub(crate) fn naive_lines(text: &str) -> Vec<NaiveLine<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut at = start;
    while at < bytes.len() {
        let ending = match bytes[at] {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => 0,
        };
        if ending > 0 {
            found.push(NaiveLine { start, content: &text[start..at], end: at + ending });
            start = at + ending;
        }
        at += ending.max(1);
    }
    if start < bytes.len() {
        found.push(NaiveLine { start, content: &text[start..], end: bytes.len() });
    }
    found
}

/// Whether a line contains only spaces and tabs.
pub(crate) fn is_blank(line: &str) -> bool {
    line.trim_matches([' ', '\t']).is_empty()
}

/// Width of the white space before a line's content.
pub(crate) fn columns(line: &str) -> usize {
    let mut columns = 0;
    for character in line.chars() {
        match character {
            ' ' => columns += 1,
            '\t' => columns += 4 - columns % 4,
            _ => break,
        }
    }
    columns
}

/// Section 10.1.1: the body of the task on the line with this 0-based index, and its number of lines.
pub(crate) fn task_body(lines: &[NaiveLine<'_>], number: usize) -> Option<(String, usize)> {
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = spaces(lines[number].content);
    let is_body = |line: &&NaiveLine<'_>| {
        spaces(line.content) >= indent + 2 && line.content.trim_start_matches(' ').starts_with('>')
    };
    let run: Vec<_> = lines[number + 1..].iter().take_while(is_body).collect();
    decode_run(&run)
}

/// Section 10.1.2: the body of the plan, and its number of lines.
pub(crate) fn plan_body(lines: &[NaiveLine<'_>]) -> Option<(String, usize)> {
    let is_title =
        |line: &str| line.trim_end_matches([' ', '\t']) == "#" || line.starts_with("# ") || line.starts_with("#\t");
    let title = lines.iter().position(|line| is_title(line.content))?;
    let run: Vec<_> = lines[title + 1..]
        .iter()
        .skip_while(|line| is_blank(line.content))
        .take_while(|line| line.content.trim_start_matches([' ', '\t']).starts_with('>'))
        .collect();
    decode_run(&run)
}

fn decode_run(run: &[&NaiveLine<'_>]) -> Option<(String, usize)> {
    let decoded: Vec<_> = run.iter().map(|line| decode_line(line.content)).collect();
    (!run.is_empty()).then(|| (decoded.join("\n"), run.len()))
}

fn decode_line(line: &str) -> &str {
    let after = &line[line.find('>').expect("a body line has a >") + 1..];
    after.strip_prefix(' ').unwrap_or(after)
}
