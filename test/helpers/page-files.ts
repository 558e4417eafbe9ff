/** Files that only pages and crawlers ask for; no document describes their routes. */

const PAGE_FILES = new Set([
  'pages.css',
  'pages.js',
  'reference.js',
  'favicon.svg',
  'robots.txt',
  'sitemap.xml',
  'security.txt',
])

/** Whether a route serves such a file. */
export function servesPageFile({ document = '' }: { document?: string }): boolean {
  return PAGE_FILES.has(document)
}
