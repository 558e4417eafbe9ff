/** A unit test that opens a socket or starts a process fails, whichever way it takes. */
import { fork, spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'

/** In the project "unit", where this file belongs, each of these must throw. */
const FORBIDDEN: Record<string, () => unknown> = {
  'a server': () => createServer().listen(0),
  'a connection': () => connect(49151, '127.0.0.1'),
  'a process': () => spawn('true'),
  'a process that is waited for': () => spawnSync('true'),
  'a process of Node': () => fork('missing.mjs'),
}

it.each(Object.entries(FORBIDDEN))('%s is refused to a unit test', (_, use) => {
  expect(use).toThrow(/a unit test must not .* project "system"/)
})

it('a request is refused to a unit test', async () => {
  const { cause } = (await fetch('http://127.0.0.1:49151').catch(error => error)) as Error
  expect(String(cause)).toMatch(/a unit test must not connect/)
})
