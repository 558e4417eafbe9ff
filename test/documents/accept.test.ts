/** Who gets a page: browsers, and nobody who takes JSON as gladly. */
import { expect, it } from 'vitest'
import { prefersHtml } from '../../runtime/replies/documents/accept.ts'

const CHROMIUM =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

it.each([
  CHROMIUM,
  'text/html',
  'TEXT/HTML, */*',
  'application/json;q=0.5, text/html;q=0.6',
  'application/xhtml+xml',
])('%s prefers a page', accept => expect(prefersHtml(accept)).toBe(true))

it.each([
  undefined,
  '',
  '*/*',
  'text/*',
  'application/json, text/plain, */*',
  'application/json, text/html',
  'application/json, text/html;q=0.9',
  'text/html;q=0',
  'text/html;q=nonsense',
  'text/html;q=0.5, */*',
  'text/html;q=0.5, application/*',
  `${'a/b, '.repeat(300)}text/html`,
])('%s does not', accept => expect(prefersHtml(accept)).toBe(false))
