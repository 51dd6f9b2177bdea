/**
 * Bodies as HTML. They come from anybody: raw HTML stays text, links lead only to the web, to mail and within the page,
 * and pictures are shown as links, so that looking at a plan tells nobody.
 */
import MarkdownIt from 'markdown-it';

const ALLOWED = /^(https?:|mailto:|#)/i;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.validateLink = (address) => ALLOWED.test(address.trim());
const linkOpen = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow');
  tokens[index]?.attrSet('target', '_blank');
  return linkOpen?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
};
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const address = String(token?.attrGet('src') ?? '');
  const name = token?.content || address;
  const safe = markdown.utils.escapeHtml;
  return `<a href="${safe(address)}" rel="noopener noreferrer nofollow" target="_blank">🖼 ${safe(name)}</a>`;
};

export function htmlOf(text: string): string {
  return markdown.render(text);
}
