/** Changes of upstream calls, which no price and no other part of a route shows. */
import { describe, expect, it } from 'vitest'
import { EXAMPLES, PRICE } from '../checks/edits.ts'
import { edit, type Edit } from '../checks/small-catalog.ts'
import { planWith, short } from './small.ts'

const CALL = 'upstream call maker.make'
const CHANGED = `warn | route-changed | ${CALL}`
const found = (edits: readonly Edit[], before: readonly Edit[] = []): string[] =>
  planWith(edits, before).findings.map(short)
const ROW = edit('models', 'rows:\n', 'rows:\n  tiny: { rate: 0.001 }\n')
const TWIN = edit(
  'routes',
  EXAMPLES,
  `${EXAMPLES}- route: POST /api/v1/twins\n  summary: Makes twins\n  flow: inline\n  models: things.models\n` +
    '  body: { model: string!, count: integer 1..10 = 1 }\n  gates:\n    - rule: body.model in models\n      error: 400 Unknown model\n' +
    `  ${PRICE}\n  upstream: maker.make\n  reply: { made: =result.made }\n${EXAMPLES}`,
)

describe('an upstream call', () => {
  it.each([
    ['result', edit('upstream', '=reply.made', '=reply.other')],
    ['request', edit('upstream', 'count: =body.count', 'count: 1')],
    ['timeout', edit('upstream', 'timeout: 20s', 'timeout: 5s')],
    [
      'condition of results',
      edit('upstream', 'timeout: 20s', 'timeout: 20s\n      result_when: has(reply.made)'),
    ],
    [
      'rule of failures',
      edit(
        'upstream',
        'timeout: 20s',
        'timeout: 20s\n      fail: [{ when: status == 418, as: rate_limited }]',
      ),
    ],
  ])('with another %s is a warning', (_, changed) => {
    expect(found([changed])).toEqual([CHANGED])
    expect(found([changed, ROW])).toEqual([CHANGED, 'allow | model-added | tiny'])
  })

  it('is named once, with the number of routes that make it', () => {
    const { findings } = planWith([edit('upstream', '=reply.made', '=reply.other')], [TWIN])
    expect(findings.map(one => one.message)).toEqual([
      `something else changed: ${CALL}, which 2 routes make: give.made =reply.made -> =reply.other`,
    ])
  })

  it.each([
    ['timeout 20s -> 3s', edit('upstream', 'timeout: 20s', 'timeout: 3s')],
    ['send.count =body.count -> 1', edit('upstream', 'count: =body.count', 'count: 1')],
    [
      'fail none -> [{ status: 418, as: rate_limited }]',
      edit('upstream', '  calls:', '  fail: [{ status: 418, as: rate_limited }]\n  calls:'),
    ],
  ])('is shown with what changed: %s', (change, changed) => {
    const { findings } = planWith([changed], [])
    expect(findings.map(one => one.message)).toEqual([
      `something else changed: ${CALL}, which 1 route makes: ${change}`,
    ])
  })

  it('is the same although a row is new', () => {
    expect(found([ROW])).toEqual(['allow | model-added | tiny'])
  })
})
