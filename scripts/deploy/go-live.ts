/** Makes a release the live one, and waits for what the processes of the gateway say. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Releases } from '../../runtime/releases/releases.ts'
import {
  nameOf,
  UnknownPointer,
  type Entry,
  type Pointer,
  type Report,
} from '../../runtime/releases/types.ts'
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

/** Prints a line. */
export type Say = (line: string) => void

/** How to change what is live. */
export interface How {
  say: Say
  patience?: number
  /** What was live till now is not remembered. */
  isRefused?: boolean
  /** A pointer that is not to be believed is replaced. */
  isReplacing?: boolean
}

/** Points to an entry and waits. Throws if others change the pointer all the time. */
export async function goLive(
  releases: Releases,
  to: Entry['release'],
  { say, patience = PATIENCE, isRefused = false, isReplacing = false }: How,
): Promise<Outcome> {
  for (let tries = 0; tries < 10; tries++) {
    const was = await pointerNow(releases, isReplacing)
    const pointer = await releases.point(was, to, { isRefused })
    if (pointer === undefined) continue
    say(`The pointer is at ${shortName(pointer.current)} (generation ${pointer.generation}).`)
    return wait(releases, pointer, { say, patience })
  }
  throw new Error('somebody else changes the live catalog at the same time')
}

/** The pointer; of one that is not to be believed, the version alone if it is to be replaced. */
export async function pointerNow(
  releases: Releases,
  isReplacing: boolean,
): Promise<{ version: number; doc?: Pointer } | undefined> {
  try {
    return await releases.pointer()
  } catch (error) {
    if (isReplacing && error instanceof UnknownPointer) return { version: error.version }
    throw error
  }
}

async function wait(
  releases: Releases,
  pointer: Pointer,
  { say, patience }: { say: Say; patience: number },
): Promise<Outcome> {
  const end = performance.now() + patience
  const reported = new Set<string>()
  for (;;) {
    const outcome = sort(pointer, await releases.reports())
    for (const report of [...outcome.serving, ...outcome.refused]) {
      if (!reported.has(report.instance)) say(line(report, pointer))
      reported.add(report.instance)
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
