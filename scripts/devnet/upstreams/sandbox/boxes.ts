/** The sandboxes of one upstream: each runs until it is ended or its lifetime is over. */
import { randomBytes } from 'node:crypto'
import { run, type Files } from './commands.ts'
import type { Outcome } from './outcome.ts'

/** What a sandbox is made of, as its caller sent it. */
export interface Config {
  image: string
  timeout: number
  cpu: number
  memory: number
  gpu: string | null
}

/** A sandbox. Times in Unix ms. Its label is its creator's own. */
interface Box {
  id: string
  label?: string
  config: Config
  created: number
  files: Files
  ended?: number
}

/** The options of a new sandbox. */
export interface Boxes {
  create(config: Config, now: number, label?: string): Box
  /** The id of the sandbox with this label. */
  labelled(label: string): string | undefined
  /** The ids of all sandboxes that were ever created, and how many files each holds. */
  held(): { id: string; files: number }[]
  /** Runs a command; undefined if no such sandbox is running. */
  exec(
    id: string,
    command: readonly string[],
    at: { now: number; seconds: number },
  ): Outcome | undefined
  /** undefined if there is no such sandbox. */
  status(
    id: string,
    now: number,
  ): { status: 'running' | 'terminated'; returncode: number | null } | undefined
  /** Ends a sandbox, and releases what it holds; false if there is none. */
  terminate(id: string, now: number): boolean
}

/** The code of a sandbox that was ended, and of one whose lifetime was over. */
const [ENDED, EXPIRED] = [137, 124]

/** The sandbox of examples: it is always there until it is ended. */
const EXAMPLE = 'sb-example'
const example = (created: number): Box => ({
  id: EXAMPLE,
  config: { image: 'python:3.11', timeout: 300, cpu: 1, memory: 512, gpu: null },
  created,
  files: new Map(),
})

/** An upstream with no sandbox but that of examples. */
export function boxes(): Boxes {
  const all = new Map<string, Box>()
  const endOf = ({ config, created, ended }: Box): number =>
    Math.min(ended ?? Infinity, created + config.timeout * 1000)
  const at = (id: string, now: number): (Box & { isRunning: boolean }) | undefined => {
    const box = all.get(id) ?? (id === EXAMPLE ? example(now) : undefined)
    return box && { ...box, isRunning: now < endOf(box) }
  }
  return {
    create(config, now, label) {
      const id = `sb-${randomBytes(16).toString('hex')}`
      const box: Box = { id, label, config, created: now, files: new Map() }
      all.set(id, box)
      return box
    },
    held: () => [...all.values()].map(({ id, files }) => ({ id, files: files.size })),
    labelled: label => [...all.values()].find(box => box.label === label)?.id,
    exec(id, command, { now, seconds }) {
      const box = at(id, now)
      return box?.isRunning ? run(command, { files: box.files, seconds }) : undefined
    },
    status(id, now) {
      const box = at(id, now)
      if (box === undefined) return undefined
      if (box.isRunning) return { status: 'running', returncode: null }
      return { status: 'terminated', returncode: box.ended === undefined ? EXPIRED : ENDED }
    },
    terminate(id, now) {
      const box = at(id, now)
      if (box?.isRunning) {
        box.files.clear()
        all.set(id, { ...box, ended: now })
      }
      return box !== undefined
    },
  }
}
