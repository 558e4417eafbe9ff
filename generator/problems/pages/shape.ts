/** Codes of the shape pass: unknown keys and values. */
import type { CodePages } from '../page.ts'

/** Pages about keys and kinds of values. */
export const SHAPE_PAGES: CodePages = {
  'unknown-key': {
    title: 'The language, or a table in a formula, has no such key.',
    why:
      'A mistyped key would silently do nothing, so it is an error. The allowed keys are ' +
      'listed.',
    bad: 'sumary: Search the web',
    good: 'summary: Search the web',
  },
  'wrong-type': {
    title: 'A value is of another kind than its key wants.',
    why: 'Numbers are written without quotes, lists in [ ], maps in { } or indented.',
    bad: 'fee: "0.001"',
    good: 'fee: 0.001',
  },
  'bad-value': {
    title: 'A value is none of those allowed here.',
    why: 'The allowed values, or their form, are part of the message.',
    bad: 'flow: inlin',
    good: 'flow: inline',
  },
  'bad-name': {
    title: 'A name has characters that formulas cannot name.',
    why: 'Names that formulas use are letters, digits and _, and do not begin with a digit.',
    bad: 'let: { input-tokens: size(body.prompt) }',
    good: 'let: { input_tokens: size(body.prompt) }',
  },
  'missing-key': {
    title: 'Something that is needed here is not written.',
    why: 'Write it, or take a template that has it with `like:`.',
    bad: '- route: GET /api/v1/things\n  reply: { ok: true }',
    good:
      '- route: GET /api/v1/things\n  like: free_view\n  summary: Things\n  reply: { ok: ' +
      'true }',
  },
  'missing-file': {
    title: 'The catalog lacks a file that every catalog has.',
    why: '`gateway.yaml` holds what is true for the whole gateway.',
    bad: 'catalog/ without gateway.yaml',
    good: 'catalog/gateway.yaml',
  },
  'unknown-file': {
    title: 'A file is of no known kind, or empty.',
    why:
      'The kind follows from name and folder: `*.routes.yaml`, `*.models.yaml`, ' +
      '`upstreams/*.yaml` and so on.',
    bad: 'catalog/tools/things.yaml',
    good: 'catalog/tools/things.routes.yaml',
  },
  'bad-entry': {
    title: 'Keys are combined that do not go together.',
    why:
      'For example an entry is either one `route:`, or a `prefix:` with `routes:`; a price ' +
      'has either `usd:` or `by:`.',
    bad: '- route: GET /a\n  routes: { /b: B }',
    good: '- prefix: /api\n  routes: { /a: A, /b: B }',
  },
  'not-served-yet': {
    title: 'The language has this key, but no runtime serves it yet.',
    why:
      'It is read and checked, so that it can be written and discussed; a route with it ' +
      'cannot be published.',
    bad: 'settle: { when: accepted }',
    good: '# leave the key out',
  },
}
