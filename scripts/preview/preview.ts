/**
 * A preview: follows a folder, and serves its last state that compiles. A state with mistakes is
 * shown, and the one before it goes on.
 */
import { join } from 'node:path'
import { watched } from '../../generator/read/watched.ts'
import type { Refused, Served } from './build.ts'

/** What the page and the terminal show. */
export interface State {
  /** Counts what was built. */
  version: number
  /** The version that is served; the page reloads when it changes. 0 before there is one. */
  served: number
  routes: number
  /** The problems of the last version, `''` if it has none; it may be served nevertheless. */
  problems: string
  /** What the version that is served changes for customers since the last commit. */
  changes: string
  at: string
}

/** The dependencies of a preview. */
export interface PreviewOptions {
  catalog: string
  /** Builds are made in folders below it. */
  folder: string
  build(folder: string): Promise<Served | Refused>
  now(): Date
}

/** A running preview. */
export interface Preview {
  state(): State
  /** Address of the gateway that serves; undefined before the first state that compiles. */
  target(): string | undefined
  /** Calls back at each new state; returns how to stop that. */
  follow(listener: (state: State) => void): () => void
  /** Builds what the folder holds now. */
  refresh(): Promise<void>
  stop(): void
}

/** Ms that the folder must be quiet: editors write a file in several steps. */
const QUIET = 60

/** Starts a preview; it is ready when the first state is built, or refused. */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { catalog, folder, now } = options
  const followers = new Set<(state: State) => void>()
  let served: Served | undefined
  let version = 0
  let state: State = {
    version,
    served: 0,
    routes: 0,
    problems: '',
    changes: '',
    at: now().toISOString(),
  }
  let isStopped = false

  const buildOnce = async (): Promise<void> => {
    version++
    const made = await options.build(join(folder, String(version)))
    if (isStopped) return void ('end' in made && made.end())
    if ('end' in made) {
      served?.end()
      served = made
    }
    const current = 'end' in made ? version : state.served
    const { problems } = made
    const routes = served?.routes ?? 0
    state = {
      version,
      served: current,
      routes,
      problems,
      changes: served?.changes ?? '',
      at: now().toISOString(),
    }
    for (const listener of followers) listener(state)
  }

  let running: Promise<void> | undefined
  let isWaiting = false
  // A save during a build is built after it, however many there were.
  const refresh = (): Promise<void> => {
    isWaiting = true
    running ??= (async () => {
      while (isWaiting && !isStopped) {
        isWaiting = false
        await buildOnce()
      }
      running = undefined
    })()
    return running
  }

  const leave = watched({
    folder: catalog,
    quiet: QUIET,
    saved: () => void refresh(),
    failed: () => undefined,
  })
  await refresh()
  return {
    state: () => state,
    target: () => served?.url,
    follow: listener => {
      followers.add(listener)
      return () => void followers.delete(listener)
    },
    refresh,
    stop: () => {
      isStopped = true
      leave()
      served?.end()
    },
  }
}
