/** Bodies as HTML. The core lets nothing through that could do anything; here links are told to open beside the page. */

export type HtmlOf = (markdown: string) => string;

/** In what the core writes, this can only be a link: whatever a body holds of HTML is escaped. */
const LINK = '<a href=';

export function openingLinksElsewhere(htmlOf: HtmlOf): HtmlOf {
  const link = '<a rel="noopener noreferrer nofollow" target="_blank" href=';
  return (markdown) => htmlOf(markdown).replaceAll(LINK, link);
}
