/** The facts of an upstream, and what its headers may hold: keys come from the environment. */
import { describe, expect, it } from 'vitest'
import { edit, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** Another line of the upstream. */
const line = (text: string): Edit =>
  edit('upstream', '  source: maker\n', `  source: maker\n  ${text}\n`)

describe('an upstream', () => {
  const upstream = (...edits: Edit[]) => catalogOf(edits).upstreams[0]!

  it('has variables with its name, and a capacity', () => {
    expect(upstream()).toMatchObject({
      name: 'maker',
      env: 'MAKER',
      base: 'https://api.maker.example',
      source: 'maker',
      headers: { 'x-key': '{key}' },
      capacity: { concurrency: 32, queue: 512 },
    })
  })

  it('may have others', () => {
    expect(upstream(line('env: OTHER')).env).toBe('OTHER')
    expect(upstream(line('capacity: { concurrency: 2, queue: 3 }')).capacity).toEqual({
      concurrency: 2,
      queue: 3,
    })
  })

  it('has no settings or tokens unless they are written', () => {
    expect(upstream()).not.toHaveProperty('settings')
    expect(upstream()).not.toHaveProperty('jwt')
    expect(upstream(line('settings: { account: needed }'))).toHaveProperty('settings')
  })
})

describe('a header of an upstream', () => {
  const problems = (header: string, ...more: Edit[]): (string | undefined)[] =>
    problemsOf(...more, edit('upstream', 'x-key: "{key}"', `x-key: "{key}", ${header}`)).flatMap(
      ({ code, message, hint }) => [code, message, hint],
    )
  const hint = 'write {key} for what comes from the environment, e.g. "Bearer {key}"'

  it.each([
    'Authorization',
    'proxy-authorization',
    'api-key',
    'apikey',
    'X-Api-Key',
    'x-apikey',
    'key',
    'token',
    'x-auth-token',
    'secret',
    'client-secret',
  ])('with a key is not written out: %s', name => {
    expect(problems(`${name}: abc`)).toEqual([
      'secret',
      `everybody who has this file could read the key in the header ${name}`,
      hint,
    ])
    expect(problems(`${name}: "Bearer {key}"`)).toEqual([])
  })

  it.each([
    'accept',
    'x-authorization-mode',
    'preauthorization',
    'keyboard',
    'tokens',
    'x-monkey',
    'secretary',
  ])('without a key may be: %s', name => expect(problems(`${name}: abc`)).toEqual([]))

  it.each(['=body.model', '$MAKER_KEY', '${MAKER_KEY}'])('is no formula: %s', text => {
    expect(problems(`accept: "${text}"`)[1]).toBe(
      `\`${text}\` would be sent as it stands: headers of an upstream have no formulas`,
    )
  })

  it.each(['a=b', 'costs $5', '$5', '$maker'])('may hold the signs of one: %s', text =>
    expect(problems(`accept: "${text}"`)).toEqual([]),
  )

  it('has holes for the key, settings and a token, if there are some', () => {
    expect(problems('accept: "{account}"').slice(1)).toEqual([
      'headers of an upstream may use only {key}, not {account}',
      'write {key}',
    ])
    expect(problems('accept: "{account}"', line('settings: { account: needed }'))).toEqual([])
    expect(problems('accept: "{jwt}"').slice(1)).toEqual([
      'headers of an upstream may use only {key}, not {jwt}',
      'write in `jwt:` how the token is signed',
    ])
  })
})

describe('a token', () => {
  const JWT = 'jwt: { lifetime: 2m, claims: { sub: "{id}", uris: ["{method} {host}{path}"] } }'
  const messages = (jwt: string, header: string): string[] =>
    problemsOf(line(jwt), edit('upstream', '"{key}"', `"${header}"`)).map(one => one.message)

  it('has claims from the key and the request, and is in a header', () => {
    expect(messages(JWT, '{jwt}')).toEqual([])
    expect(messages(JWT, '{key}')).toEqual(['no header of this upstream contains the token'])
    expect(messages(JWT.replace('{host}', '{body}'), '{jwt}')).toEqual([
      'claims may use only {id}, {method}, {host}, {path}, not {body}',
    ])
  })
})
