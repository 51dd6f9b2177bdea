/** Bodies as HTML. The core's output is safe; here links are made to open in a new tab. */

export type HtmlOf = (markdown: string) => string;

/** In the core's output this can only be a link: all HTML of a body is escaped. */
const LINK = '<a href=';

export function openingLinksElsewhere(htmlOf: HtmlOf): HtmlOf {
  const link = '<a rel="noopener noreferrer nofollow" target="_blank" href=';
  return (markdown) => htmlOf(markdown).replaceAll(LINK, link);
}
