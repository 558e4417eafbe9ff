/** Text in markup. */

/** A text as HTML and XML write it, in elements and in attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
