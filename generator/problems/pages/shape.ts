/** Codes of the shape pass: unknown keys and values. */
import type { CodePages } from '../page.ts'

/** Pages about keys and kinds of values. */
export const SHAPE_PAGES: CodePages = {
  'unknown-key': {
    title: 'The language, or a table in a formula, does not have this key.',
    why:
      'A misspelt key would silently have no effect, so it is an error. The message lists ' +
      'the allowed keys.',
    bad: 'sumary: Search the web',
    good: 'summary: Search the web',
  },
  'wrong-type': {
    title: 'A value has the wrong type for its key.',
    why: 'Numbers are written without quotes, lists in [ ], maps in { } or indented.',
    bad: 'fee: "0.001"',
    good: 'fee: 0.001',
  },
  'bad-value': {
    title: 'A value is not allowed here.',
    why: 'The message lists the allowed values, or describes their form.',
    bad: 'flow: inlin',
    good: 'flow: inline',
  },
  'bad-name': {
    title: 'Formulas cannot use this name.',
    why: 'Names that formulas use are letters, digits and _, and do not begin with a digit.',
    bad: 'let: { input-tokens: size(body.prompt) }',
    good: 'let: { input_tokens: size(body.prompt) }',
  },
  'missing-key': {
    title: 'A required key is missing.',
    why: 'Write it, or use a template that has it with `like:`.',
    bad: '- route: GET /api/v1/things\n  reply: { ok: true }',
    good:
      '- route: GET /api/v1/things\n  like: free_view\n  summary: Things\n  reply: { ok: ' +
      'true }',
  },
  'missing-file': {
    title: 'The catalog lacks a required file.',
    why: '`gateway.yaml` contains the settings of the whole gateway.',
    bad: 'catalog/ without gateway.yaml',
    good: 'catalog/gateway.yaml',
  },
  'unknown-file': {
    title: 'A file is empty or of an unknown kind.',
    why:
      'The folder and name of a file determine its kind: `*.routes.yaml`, `*.models.yaml`, ' +
      '`upstreams/*.yaml` and so on. The `*` of routes and models has no dot: generated files add ' +
      'endings of their own to it.',
    bad: 'catalog/tools/things.yaml',
    good: 'catalog/tools/things.routes.yaml',
  },
  'bad-entry': {
    title: 'Keys are combined that conflict.',
    why:
      'For example an entry is either one `route:`, or a `prefix:` with `routes:`; a price ' +
      'has either `usd:` or `by:`.',
    bad: '- route: GET /a\n  routes: { /b: B }',
    good: '- prefix: /api\n  routes: { /a: A, /b: B }',
  },
  'not-served-yet': {
    title: 'The language has this key, but the runtime does not support it yet.',
    why:
      'The key is read and checked, so that it can be written and discussed, but a route ' +
      'with it cannot be published.',
    bad: 'settle: { when: accepted }',
    good: '# leave the key out',
  },
}
