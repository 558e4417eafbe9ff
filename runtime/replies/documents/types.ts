/** The content types of documents, by file extension. */

const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  tgz: 'application/gzip',
}

/** Returns the content type of a document: plain text for unknown extensions. */
export function typeOfDocument(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? TYPES.txt!
}
