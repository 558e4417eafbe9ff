/**
 * kill -9 at every step of a purchase that replaces fields of a record, and a rival that has seen
 * the same version: one of the two is applied and charged, and the other neither.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMortal, type Mortal } from '../crash/mortal.ts'
import { repeat } from '../crash/number-desk.ts'
import { stopAtEachStep, stopOf } from '../crash/stops.ts'
import { newBuyer, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startLeases, type Leases } from './leases.ts'

const PRICE = 1_000n
const FUNDS = 10_000n
const PATHS = ['/api/v1/notes', '/api/v1/notes/text', '/api/v1/notes/{note}']

let leases: Leases
let dir: string
let gateway: Mortal
beforeAll(async () => {
  leases = await startLeases()
  dir = mkdtempSync(join(tmpdir(), 'farebox-set-crash-'))
})
afterAll(async () => {
  gateway?.child.kill('SIGKILL')
  await leases?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const start = (): Promise<Mortal> =>
  startMortal(
    {
      ...leases.env,
      LOG_LEVEL: 'silent',
      DATA_DIR: join(dir, 'data'),
      MEDIA_DIR: join(dir, 'media'),
    },
    PATHS,
    leases.folder,
  )

const lost = { status: 0, headers: new Headers(), body: undefined } as Answer

/** A wallet that replaces the text of a note by another, with its signed payment. */
interface Writer {
  buyer: Buyer
  wanted: Wanted
  header: string
}

const changeOf = (note: string, text: string): Wanted => ({
  method: 'POST',
  path: '/api/v1/notes/text',
  body: { note, text, was: 'first' },
})

async function newWriter(wanted: Wanted): Promise<Writer> {
  const buyer = await newBuyer(gateway.url, leases.chain, FUNDS)
  return { buyer, wanted, header: await buyer.header(wanted) }
}

const send = ({ buyer, wanted, header }: Writer): Promise<Answer> =>
  buyer.send(wanted, header).catch(() => lost)
const finish = async ({ wanted, header }: Writer): Promise<number> =>
  (await repeat(async () => gateway.url, wanted, header)).status
const paidBy = async ({ buyer }: Writer): Promise<bigint> => FUNDS - (await buyer.balance())

/** A change of a note of its own that stops after so many steps, or is over. */
async function stopped(after: number) {
  const note = `n${after}`
  const wanted: Wanted = { method: 'POST', path: '/api/v1/notes', body: { note, text: 'first' } }
  expect((await send(await newWriter(wanted))).status).toBe(200)
  const writer = await newWriter(changeOf(note, 'mine'))
  const stop = await stopOf(gateway, { header: writer.header, after }, () => send(writer))
  return { ...stop, note, writer }
}

/** Repeats a change beside that of a rival; returns what came of both. */
async function contested({ place, note, writer }: Awaited<ReturnType<typeof stopped>>) {
  const rival = await newWriter(changeOf(note, 'theirs'))
  const statuses = await Promise.all([finish(writer), finish(rival)])
  const paid = await Promise.all([paidBy(writer), paidBy(rival)])
  const { body } = await rival.buyer.send({ method: 'GET', path: `/api/v1/notes/${note}` })
  return { place, statuses, paid, body }
}

it('a change and its rival are applied and charged once together, wherever the process dies', async () => {
  gateway = await start()
  const places = await stopAtEachStep({
    begin: stopped,
    async interrupt(round) {
      gateway.child.kill('SIGKILL')
      await gateway.dead
      gateway = await start()
      for (const { place, statuses, paid, body } of await Promise.all(round.map(contested))) {
        const isMine = statuses[0] === 200
        expect({ place, statuses, paid, body }).toEqual({
          place,
          statuses: isMine ? [200, 409] : [409, 200],
          paid: isMine ? [PRICE, 0n] : [0n, PRICE],
          body: { text: isMine ? 'mine' : 'theirs', changes: 1 },
        })
      }
    },
  })
  expect(places).toContain('before settler.settle')
  expect(places).toContain('after store.commit')
}, 300_000)
