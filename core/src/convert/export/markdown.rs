//! Markdown as safe HTML: no raw HTML, no images, only links with safe schemes.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

/// Allowed schemes. Links without a scheme are relative to the page.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// Which links are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// With an allowed scheme, or relative.
    Anywhere,
    /// Without relative links, for a page with no files next to it. Links within the page are allowed.
    Elsewhere,
}

pub fn to_html(markdown: &str, allowed: Links) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut written = String::with_capacity(markdown.len() * 2);
    let inner = Parser::new_ext(markdown, options);
    html::push_html(&mut written, SafeHtml { inner, allowed, links: Vec::new() });
    written
}

/// One line of Markdown as HTML, without a paragraph around it.
pub(super) fn line_to_html(line: &str) -> String {
    // An invisible character prevents the line from being read as a heading, a list or another block.
    const GUARD: char = '\u{2060}';
    let written = to_html(&format!("{GUARD}{line}"), Links::Anywhere);
    let inner = written.trim_end().strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    inner.map_or_else(|| escaped(line), |inner| inner.replacen(GUARD, "", 1))
}

/// Text escaped for HTML, including attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            _ => written.push(character),
        }
    }
    written
}

/// Filters the events of a Markdown parser.
struct SafeHtml<'m> {
    inner: Parser<'m>,
    allowed: Links,
    /// For each open link or image, whether it is written as a link.
    links: Vec<bool>,
}

impl<'m> Iterator for SafeHtml<'m> {
    type Item = Event<'m>;

    fn next(&mut self) -> Option<Event<'m>> {
        loop {
            let event = match self.inner.next()? {
                Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
                Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
                Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
                Event::Start(Tag::Heading { level, .. }) => Event::Start(Tag::Heading {
                    level: deeper(level),
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                }),
                Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(deeper(level))),
                // An image would be loaded from another server, so it becomes a link.
                Event::Start(Tag::Link { dest_url, link_type, .. } | Tag::Image { dest_url, link_type, .. }) => {
                    let is_link = !self.links.contains(&true) && is_safe(&dest_url, self.allowed);
                    self.links.push(is_link);
                    if !is_link {
                        continue;
                    }
                    let link_type = if link_type == LinkType::Email { link_type } else { LinkType::Inline };
                    Event::Start(Tag::Link {
                        link_type,
                        dest_url,
                        title: CowStr::Borrowed(""),
                        id: CowStr::Borrowed(""),
                    })
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    if self.links.pop() != Some(true) {
                        continue;
                    }
                    Event::End(TagEnd::Link)
                }
                other => other,
            };
            return Some(event);
        }
    }
}

/// Headings of bodies are below those of the page.
fn deeper(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H4,
        HeadingLevel::H2 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}

/// Browsers ignore control characters and white space in URLs, so they are ignored here too.
fn is_safe(address: &str, allowed: Links) -> bool {
    let address: String =
        address.chars().filter(|character| !character.is_control() && !character.is_whitespace()).collect();
    match address.split_once([':', '/', '?', '#']) {
        Some((scheme, _)) if address[scheme.len()..].starts_with(':') => {
            SCHEMES.iter().any(|safe| scheme.eq_ignore_ascii_case(safe))
        }
        _ => allowed == Links::Anywhere || address.starts_with('#'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, expected: &str) {
        assert_eq!(to_html(markdown, Links::Anywhere).trim_end(), expected, "{markdown}");
    }

    #[test]
    fn relative_links_can_be_left_out() {
        let html = |markdown| to_html(markdown, Links::Elsewhere);
        assert_eq!(
            html("[a](b.md) [c](#d) [e](https://f.g)"),
            "<p>a <a href=\"#d\">c</a> <a href=\"https://f.g\">e</a></p>\n"
        );
    }

    #[test]
    fn unsafe_html_is_removed() {
        check("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
        check("a <img src=x onerror=y> b", "<p>a &lt;img src=x onerror=y&gt; b</p>");
        check("[x](javascript:alert(1))", "<p>x</p>");
        check("[x](JaVa\tScRiPt:alert(1))", "<p>[x](JaVa\tScRiPt:alert(1))</p>");
        check("[x](&#1;javascript&#58;alert(1))", "<p>x</p>");
        check("[x](data:text/html,y)", "<p>x</p>");
        check("![pic](https://x.y/z.png)", "<p><a href=\"https://x.y/z.png\">pic</a></p>");
        check("[![pic](a.png)](b)", "<p><a href=\"b\">pic</a></p>");
        check("<javascript:alert(1)>", "<p>javascript:alert(1)</p>");
        check("<ana@example.com>", "<p><a href=\"mailto:ana@example.com\">ana@example.com</a></p>");
        check("# Big", "<h4>Big</h4>");
    }

    #[test]
    fn a_line_is_only_text() {
        assert_eq!(line_to_html("# not `a` heading"), "# not <code>a</code> heading");
        assert_eq!(line_to_html("- <b>"), "- &lt;b&gt;");
        assert_eq!(line_to_html(""), "");
    }
}
