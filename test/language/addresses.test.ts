/**
 * Addresses, paths and sizes that are written wrongly: each is refused, and the hint corrects it.
 */
import { describe, expect, it } from 'vitest'
import { edit, problemsOf, type Edit } from '../checks/small-catalog.ts'

const hints = (change: Edit) => problemsOf(change).map(one => one.hint)
const RIGHT = 'https://api.maker.example'

describe('the address of an upstream', () => {
  const base = (text: string) => edit('upstream', `base: ${RIGHT}`, `base: ${text}`)

  it('is https, because a key is sent there', () => {
    const [problem, ...more] = problemsOf(base('http://api.maker.example'))
    expect(more).toEqual([])
    expect(problem).toMatchObject({
      code: 'bad-value',
      message:
        '`base` must be an https address such as https://api.example, or http in a private ' +
        'network, without a trailing /',
      hint: `write ${RIGHT}`,
    })
  })

  it.each([
    'http://localhost:9000',
    'http://127.0.0.1:9000/v1',
    'http://10.0.0.5',
    'http://models:80',
    'http://[::1]:80',
    'http://172.20.1.1',
    'http://a.svc.cluster.local',
  ])('may be %s in a private network', text => expect(problemsOf(base(text))).toEqual([]))

  it.each([
    'https://api.maker.example/',
    'api.maker.example',
    'https:/api.maker.example',
    'https//api.maker.example',
    'HTTPS://api.maker.example',
    '"https://api.maker.example?key=1"',
    '"https://api.maker.example/#top"',
  ])('written as %s is corrected', text => {
    expect(hints(base(text))).toEqual([`write ${RIGHT}`])
  })

  it.each(['http://10.evil.example', 'http://127.example.com/x', 'http://192.168.evil.com'])(
    'of a public host is not %s',
    text => expect(hints(base(text))).toEqual([`write ${text.replace('http', 'https')}`]),
  )

  it.each(['maker', 'ftp://api.maker.example'])('%s is not guessed', text => {
    expect(hints(base(text))).toEqual([
      'https address, or http in a private network, without a trailing /; may hold {holes}; ' +
        'the environment overrides it',
    ])
  })
})

it.each([
  ['networks/base', 'chain: eip155:8453', 'chain: base'],
  ['routes', '- route: POST /api/v1/things', '- route: POST https://x.example/api/v1/things'],
])('no address is proposed that is none: %s', (file, from, to) => {
  expect(hints(edit(file === 'routes' ? 'routes' : 'network', from, to)).join('\n')).not.toMatch(
    /mailto:|write \/https:/,
  )
})

describe('a path of the gateway', () => {
  it.each(['media', '/media/', 'https://cdn.example/media'])('written as %s is corrected', text => {
    const [problem, ...more] = problemsOf(edit('gateway', 'media: /media', `media: ${text}`))
    expect(more).toEqual([])
    expect(problem).toMatchObject({
      message: '`media` must be a path such as /media',
      hint: 'write /media',
    })
  })
})

describe('a size without a unit', () => {
  it.each([
    ['1', 'write 1KiB, or 1MiB'],
    ['1048576', 'if these are bytes, write 1MiB'],
    ['524288', 'if these are bytes, write 512KiB'],
    ['5000', 'if these are bytes, write 5000B'],
    ['0', 'Largest request body, unless a route says otherwise (64KiB, 10MiB)'],
  ])('%s: %s', (text, hint) => {
    const [problem, ...more] = problemsOf(edit('gateway', 'body: 1MiB', `body: ${text}`))
    expect(more).toEqual([])
    expect(problem).toMatchObject({
      message: `\`body\` must be a size such as 64KiB or 10MiB, not ${text}`,
      hint,
    })
  })
})
