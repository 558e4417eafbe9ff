/** Names that formulas read too early, and keys that conflict: the messages say where they are. */
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file, freeFlow, freeRoute, problemsOf, type Edit } from '../checks/small-catalog.ts'

const UPSTREAMS = '`fail`, `pass_when`, `give`, `ticket` and `pending` of upstreams'
const REPLIES =
  `it is the upstream's, so known in ${UPSTREAMS}, ` +
  'and in `charge_if` and `keep_when` of routes without `work`'

/** What is first wrong with a gate that reads a name. */
const first = (...edits: Edit[]): string | undefined => problemsOf(...edits)[0]?.message

describe('a gate before the one that tests the row', () => {
  const rule = (text: string): Edit => edit('routes', 'rule: body.model in models', `rule: ${text}`)

  it.each([
    ['payer', 'it is known once the payment is verified, so in `checks`, `headers` and `reply`'],
    ['price', 'it is known once the gates have passed, so in `headers`, `reply` and `job`'],
    ['payment', 'it is known once the payment is settled, so in `reply`'],
    ['job', 'it exists in the views of `job`, and in `reply` of routes with jobs'],
    ['result', 'it is known once the upstream has answered, so in `headers` and `reply`'],
    ['usage', 'it is the use of a conversation, so known in `actual` of its price'],
    ['cache', 'it exists in `headers` and `reply` of routes with `cache`'],
    ['call', 'it is known in upstream calls and in their `with`'],
    ['status', REPLIES],
    ['reply', REPLIES],
    ['reply_headers', `they are the upstream's, so known in ${UPSTREAMS}`],
    [
      'reply_body',
      'it is the file in the reply of an upstream, so known in calls with `bytes: true`',
    ],
    ['ticket', 'it was stored by the submit of an upstream call, so known in its `poll`'],
    ['earlier', 'it is the result of a `first` call of an upstream, so known in the call after it'],
    ['model', 'it exists after the gate that tests whether the picked id is `in models`'],
    [
      'requested',
      'it is the requested row, before another one replaced it, ' +
        'so known in `headers` of routes with `fallback`',
    ],
  ])('cannot read `%s`', (name, why) => {
    expect(first(rule(`has(${name})`))).toBe(`\`${name}\` cannot be used here: ${why}`)
  })

  it('cannot read a value of the row by its own name either', () => {
    const most = edit('routes', '  price:', '  let: { most: model.most }\n  price:')
    expect(first(most, rule('most > 0 && body.model in models'))).toBe(
      '`most` cannot be used here: it reads `model`, ' +
        'which exists after the gate that tests `in models`',
    )
  })
})

describe('a route without them', () => {
  it.each([
    ['body', 'the route has no `body:`'],
    ['query', 'the route has no `query:`'],
    ['path', 'the path has no {holes}'],
    ['model', 'the route has no `models:`'],
    ['models', 'the route has no `models:`'],
    ['result', 'the route has no `upstream:`'],
  ])('cannot read `%s`', (name, why) => {
    const gates = `  gates: [{ rule: ${name}.x > 0, error: 400 No }]\n`
    expect(first(freeFlow, file('tools/views.routes.yaml', freeRoute('view', gates)))).toBe(
      `\`${name}\` cannot be used here: ${why}`,
    )
  })
})

it('the reply of a route without an upstream names no result, and the hint is the key', () => {
  const [problem] = problemsOf(edit('routes', '  upstream: maker.make\n', ''))
  expect(problem).toMatchObject({
    code: 'too-early',
    message: '`result` cannot be used here: the route has no `upstream:`',
    hint: 'add the call that gives it, e.g. `upstream: maker.make`',
  })
})

describe('a route with `work`', () => {
  const steps: readonly Edit[] = readCatalog('test/golden/work-steps/catalog').map(
    ({ path, text }) => file(path.replace('catalog/', ''), text),
  )

  it.each([
    ['upstream', 'maker.search', 'name the call in a step: - made: { call: .. }'],
    ['cache', '{ when: 1 == 1, key: a, for: 1m }', 'only the reply of one upstream is cached'],
    ['mirror', 'friends', 'only the files of one upstream are stored'],
    ['fallback', 'small', 'name the other call in a step with `when`'],
    ['stream', 'body.model == "small"', 'only the events of one upstream are passed on'],
    ['protocol', 'openai_chat', 'a conversation is one upstream call'],
    ['job', '{}', 'its steps are made while the caller waits'],
  ])('has no `%s`', (key, value, hint) => {
    const all = problemsOf(...steps, edit('routes', '  price:', `  ${key}: ${value}\n  price:`))
    expect(all.find(({ code }) => code === 'bad-entry')).toMatchObject({
      message: `a route with \`work\` has no \`${key}\``,
      hint,
    })
  })
})
