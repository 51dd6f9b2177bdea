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
    let verbatim = verbatim_lines(lines);
    let title = (0..lines.len()).find(|number| !verbatim[*number] && is_title(lines[*number].content))?;
    let run: Vec<_> = lines[title + 1..]
        .iter()
        .skip_while(|line| is_blank(line.content))
        .take_while(|line| line.content.trim_start_matches([' ', '\t']).starts_with('>'))
        .collect();
    decode_run(&run)
}

/// For each line, whether it is part of a fenced code block or of a comment over several lines.
pub(crate) fn verbatim_lines(lines: &[NaiveLine<'_>]) -> Vec<bool> {
    let mut found = Vec::new();
    let mut items: Vec<usize> = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    for line in lines {
        let content = line.content.trim_matches([' ', '\t']);
        let column = columns(line.content);
        if content.is_empty() {
            found.push(open.is_some());
            continue;
        }
        if let Some((opening, opening_column)) = open {
            let is_inside = items.last().is_none_or(|item| column > *item);
            if is_inside {
                let is_closed = closes(content, opening) && (opening == "<!--" || column <= opening_column + 3);
                open = open.filter(|_| !is_closed);
                found.push(true);
                continue;
            }
        }
        while items.pop_if(|item| *item >= column).is_some() {}
        let mut rest = content;
        let bullet = content.split([' ', '\t']).next().unwrap_or_default();
        let number = bullet.trim_end_matches(['.', ')']);
        let is_number = bullet.len() == number.len() + 1
            && (1..=9).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit());
        if matches!(bullet, "-" | "*" | "+") || is_number {
            items.push(column);
            rest = content[bullet.len()..].trim_start_matches([' ', '\t']);
        }
        open = opening(rest).map(|opening| (opening, column + content.len() - rest.len()));
        found.push(open.is_some());
    }
    found
}

/// The fence or the start of a comment that opens a block.
fn opening(content: &str) -> Option<&str> {
    if content.starts_with("<!--") {
        return (!content.contains("-->")).then_some(&content[..4]);
    }
    let mark = content.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let words = content.trim_start_matches(mark);
    let fence = &content[..content.len() - words.len()];
    (fence.len() >= 3 && !(mark == '`' && words.contains('`'))).then_some(fence)
}

fn closes(content: &str, opening: &str) -> bool {
    if opening == "<!--" {
        content.contains("-->")
    } else {
        content.starts_with(opening) && content.chars().all(|mark| opening.starts_with(mark))
    }
}

fn decode_run(run: &[&NaiveLine<'_>]) -> Option<(String, usize)> {
    let decoded: Vec<_> = run.iter().map(|line| decode_line(line.content)).collect();
    (!run.is_empty()).then(|| (decoded.join("\n"), run.len()))
}

fn decode_line(line: &str) -> &str {
    let after = &line[line.find('>').expect("a body line has a >") + 1..];
    after.strip_prefix(' ').unwrap_or(after)
}
