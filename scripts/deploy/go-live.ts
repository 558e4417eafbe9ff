/** Makes a release the live one, and waits for what the processes of the gateway say. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Releases } from '../../runtime/releases/releases.ts'
import { nameOf, type Entry, type Pointer, type Report } from '../../runtime/releases/types.ts'
import { shortName } from './names.ts'

/** How a change went. */
export interface Outcome {
  pointer: Pointer
  /** The processes that serve it, that refused it, and that have said nothing in time. */
  serving: Report[]
  refused: Report[]
  silent: Report[]
}

/** How long to wait for the processes, and how often to look, in ms. */
const PATIENCE = 60_000
const EVERY = 100

type Say = (line: string) => void

/**
 * Points to an entry and waits. `isRefused`: what was live till now is not remembered. Throws if others change the pointer all the time.
 */
export async function goLive(
  releases: Releases,
  to: Entry['release'],
  {
    say,
    patience = PATIENCE,
    isRefused = false,
  }: { say: Say; patience?: number; isRefused?: boolean },
): Promise<Outcome> {
  for (let tries = 0; tries < 10; tries++) {
    const pointer = await releases.point(await releases.pointer(), to, { isRefused })
    if (pointer === undefined) continue
    say(`The pointer is at ${shortName(pointer.current)} (generation ${pointer.generation}).`)
    return wait(releases, pointer, { say, patience })
  }
  throw new Error('somebody else changes the live catalog at the same time')
}

async function wait(
  releases: Releases,
  pointer: Pointer,
  { say, patience }: { say: Say; patience: number },
): Promise<Outcome> {
  const end = performance.now() + patience
  const told = new Set<string>()
  for (;;) {
    const outcome = sort(pointer, await releases.reports())
    for (const report of [...outcome.serving, ...outcome.refused]) {
      if (!told.has(report.instance)) say(line(report, pointer))
      told.add(report.instance)
    }
    if (outcome.silent.length === 0 || performance.now() > end) return outcome
    await pause(EVERY)
  }
}

function sort(pointer: Pointer, reports: readonly Report[]): Outcome {
  const heard = reports.filter(({ generation }) => generation >= pointer.generation)
  const isServing = ({ serves }: Report): boolean => serves === nameOf(pointer.current)
  return {
    pointer,
    serving: heard.filter(isServing),
    refused: heard.filter(report => !isServing(report)),
    silent: reports.filter(report => !heard.includes(report)),
  }
}

function line({ instance, serves, refused }: Report, { current }: Pointer): string {
  if (serves === nameOf(current)) return `  ${instance} serves it`
  const why =
    refused === undefined ? 'another one is live by now' : `${refused.check}: ${refused.reason}`
  return `  ${instance} REFUSES it: ${why}`
}
