/** Changes the pointer to the live release, and waits for the reports of the processes. */
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

/** The outcome of a change. */
export interface Outcome {
  pointer: Pointer
  /** The processes that serve it, that refused it, and that sent no report in time. */
  serving: Report[]
  refused: Report[]
  silent: Report[]
}

/** How long to wait for the processes, and the interval of polls, in ms. */
const TIMEOUT = 60_000
const EVERY = 100

/** Prints a line. */
export type Say = (line: string) => void

/** How to change what is live. */
export interface How {
  say: Say
  timeout?: number
  /** The previous release is not added to the history. */
  isRefused?: boolean
  /** Replaces a pointer whose signature is unknown. */
  isReplacing?: boolean
}

/** The stored pointer; without `doc` if its signature is unknown. */
export type Was = { version: number; doc?: Pointer } | undefined

/** Points to an entry and waits. Throws if others keep changing the pointer. */
export const goLive = (releases: Releases, to: Entry['release'], how: How): Promise<Outcome> =>
  changePointer(
    releases,
    was => releases.point(was, to, { isRefused: how.isRefused === true }),
    how,
  )

/** Changes the pointer and waits. `change` returns undefined if another change came first. */
export async function changePointer(
  releases: Releases,
  change: (was: Was) => Promise<Pointer | undefined>,
  { say, timeout = TIMEOUT, isReplacing = false }: How,
): Promise<Outcome> {
  for (let tries = 0; tries < 10; tries++) {
    const pointer = await change(await pointerNow(releases, isReplacing))
    if (pointer === undefined) continue
    const canary = pointer.canary ? `, with the canary ${shortName(pointer.canary)}` : ''
    const { generation } = pointer
    say(`The pointer is at ${shortName(pointer.current)}${canary} (generation ${generation}).`)
    return wait(releases, pointer, { say, timeout })
  }
  throw new Error('somebody else changes the live catalog at the same time')
}

/** Reads the pointer; if its signature is unknown and it may be replaced, only its version. */
export async function pointerNow(releases: Releases, isReplacing: boolean): Promise<Was> {
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
  { say, timeout }: { say: Say; timeout: number },
): Promise<Outcome> {
  const end = performance.now() + timeout
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

/** Whether a process serves the release of the pointer: its canary, if it has one. */
const isServing = ({ serves, canary }: Report, pointer: Pointer): boolean =>
  pointer.canary === undefined
    ? serves === nameOf(pointer.current)
    : canary === pointer.canary.release.hash

function sort(pointer: Pointer, reports: readonly Report[]): Outcome {
  const heard = reports.filter(({ generation }) => generation >= pointer.generation)
  return {
    pointer,
    serving: heard.filter(report => isServing(report, pointer)),
    refused: heard.filter(report => !isServing(report, pointer)),
    silent: reports.filter(report => !heard.includes(report)),
  }
}

function line(report: Report, pointer: Pointer): string {
  const { instance, refused } = report
  if (isServing(report, pointer)) return `  ${instance} serves it`
  const why =
    refused === undefined ? 'another one is live by now' : `${refused.check}: ${refused.reason}`
  return `  ${instance} REFUSES it: ${why}`
}
