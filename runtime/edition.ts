/** A catalog as a process serves it: its context and the application that answers its requests. */
import type { FastifyInstance } from 'fastify'
import type { Dependencies, GatewayContext } from './context.ts'
import { createContext } from './gateway-context.ts'
import { whenOver } from './http/request-tracker.ts'
import { checkSignedPolls } from './jobs/signed-poll.ts'
import { pollsOf } from './served-paths.ts'
import { makeApplication, type Front, type Handler } from './server.ts'
import type { SharedState } from './shared-state.ts'

/** The parts of a gateway that belong to one catalog. */
export type CatalogParts = Pick<
  Dependencies,
  'catalog' | 'hooks' | 'upstreams' | 'mirror' | 'observe' | 'balanceOf'
> & {
  documents: Dependencies['settings']['documents']
  /** Closes the parts when nothing needs them any more. */
  close(): Promise<void>
}

/** A catalog that can be served. */
export interface Edition {
  context: GatewayContext
  app: FastifyInstance
  handle: Handler
  /** Rebuilds its application, if other catalogs were live since. */
  refresh(): Promise<void>
  /** Whether a call or a job still needs it. */
  isBusy(): boolean
  /** Closes the parts that only this edition has. */
  close(): Promise<void>
}

/** Compiles the routes of a catalog and makes its application. Throws if one cannot be served. */
export async function makeEdition(
  parts: Dependencies,
  shared: SharedState,
  front: Front & { close?(): Promise<void> },
): Promise<Edition> {
  const context = await createContext(parts, shared)
  const make = (): ReturnType<typeof makeApplication> => {
    checkSignedPolls([...pollsOf(context).values()].flat().map(({ route }) => route))
    return makeApplication(context, front)
  }
  let application = await make()
  let open = 0
  const isOpen = (): boolean =>
    [...shared.inFlight.values()].some(({ call }) => call.context === context)
  return {
    context,
    get app() {
      return application.app
    },
    handle(request, out) {
      open += 1
      whenOver(request, () => void (open -= 1))
      application.handle(request, out)
    },
    async refresh() {
      application = await make()
    },
    isBusy: () => open > 0 || context.uses.count() > 0 || isOpen(),
    async close() {
      await front.close?.()
      await application.app.close()
    },
  }
}
