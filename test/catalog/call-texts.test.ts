/** Queries and headers of upstream calls hold texts: how other values are written as texts. */
import { describe, expect, it } from 'vitest'
import { edit, problemsOf } from '../checks/small-catalog.ts'

const problems = (line: string): (string | undefined)[] =>
  problemsOf(
    edit('routes', '    count: integer', '    size: integer\n    word: string\n    count: integer'),
    edit(
      'upstream',
      '      send: {',
      `      ${line}\n      send: { size: =body.size, word: =body.word,`,
    ),
  ).flatMap(({ message, hint }) => [message, hint])

describe.each(['query', 'headers'])('%s', what => {
  it.each([
    ['5', 'an integer', '"5"'],
    ['true', 'true or false', '"true"'],
    ['=body.count', 'an integer', '=text(body.count)'],
    ['= body.count', 'an integer', '=text(body.count)'],
    ['=body.size', 'an integer', '=choose(has(body.size), text(body.size), none)'],
    ['[a]', 'a list', 'a text, or a formula after ='],
  ])('cannot hold %s', (value, is, hint) => {
    const [message, ...hints] = problems(`${what}: { x-a: ${value} }`)
    expect(message).toContain(`\`${what}\` holds texts; this is ${is}`)
    expect(hints).toEqual([`write ${hint}`])
  })

  it.each(['a', '=body.model', '=body.word', '=none', '=text(body.count)'])('may hold %s', value =>
    expect(problems(`${what}: { x-a: ${value} }`)).toEqual([]),
  )
})

describe('a header', () => {
  it.each(['Authorization', 'x-api-key', 'token'])("with a key is the upstream's: %s", name => {
    expect(problems(`headers: { ${name}: abc }`)).toEqual([
      `everybody who has this file could read the header ${name}`,
      'write keys under `headers:` of the upstream, as {key}',
    ])
    expect(problems(`headers: { ${name}: =body.model }`)).toEqual([])
  })

  it('is one line', () => {
    expect(problems('headers: { x-a: "a\\nb" }')).toEqual([
      'the header x-a has a character that headers cannot hold',
      'write one line of plain letters, such as - for a dash',
    ])
  })

  it('of a repeated request does not hold the id of the call', () => {
    const REPEAT = 'repeat: =body.count\n      '
    const found = problems(`${REPEAT}headers: { x-id: =call.id }`)
    expect(found[0]).toBe('each of the requests of `repeat` would send the same x-id')
    expect(problems('headers: { x-id: =call.id }')).toEqual([])
  })
})
