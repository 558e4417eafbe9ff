/** Escapes text for markup. */

/** Escapes a text for elements and attributes of HTML and XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
