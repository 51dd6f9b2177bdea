/** The plan that `ltp preview PLAN --html` writes into the page. */

/** Its text is base64, so that nothing in it can end the element around it. */
export function containedPlan(): File | undefined {
  const element = document.getElementById('plan');
  const packed = element?.textContent?.trim();
  if (!element || !packed) return undefined;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new File([bytes], `${element.dataset.name ?? 'plan'}.md`, { type: 'text/markdown' });
}
