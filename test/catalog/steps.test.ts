/** What a step of `work:` knows: its condition holds while its arguments are made. */
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file, problemsOf, type Edit } from '../checks/small-catalog.ts'

const STEPS: readonly Edit[] = readCatalog('test/golden/work-steps/catalog').map(({ path, text }) =>
  file(path.replace('catalog/', ''), text),
)
const WIDER = 'wider:  { call: maker.search, with: { kind: =model.id }, when: count(found.things)'

describe('the arguments of a step', () => {
  /** What is wrong if its argument needs a field that may be absent, with this condition. */
  const problems = (when: string): string[] =>
    problemsOf(
      ...STEPS,
      edit(
        'routes',
        WIDER,
        `wider:  { call: maker.search, with: { kind: "=body.area + 's'" }, when: ${when}`,
      ),
    ).map(({ message }) => message)

  it('may read what its condition proves', () => {
    expect(problems('has(body.area) && count(found.things)')).toEqual([])
  })

  it('may not read what its condition leaves open', () => {
    expect(problems('count(found.things)')).toEqual(['body.area may be absent here'])
  })
})

describe('a step that is made once', () => {
  it.each(['in: =body.names', 'at_once: 8', 'missing: drop'])('has no `%s`', key => {
    const [own] = problemsOf(
      ...STEPS,
      edit('routes', WIDER, WIDER.replace('call: maker.search', `call: maker.search, ${key}`)),
    )
    expect(own).toMatchObject({
      message: `\`${key.split(':')[0]}\` needs \`each\``,
      hint: 'each: name, in: =body.names',
    })
  })
})

describe('a call with `takes`', () => {
  it.each(['body', 'query', 'path', 'model', 'models', 'route', 'payer', 'request_headers'])(
    'cannot read `%s` of the request',
    name => {
      const [own] = problemsOf(...STEPS, edit('upstream', 'kind: =kind', `kind: =text(${name})`))
      expect(own!.message).toBe(
        `\`${name}\` cannot be used here: a call with \`takes\` sees only its arguments; ` +
          'declare it in `takes`, and pass it with `with`',
      )
    },
  )
})
