/** The tools at an address: those of the gateway itself, and where asked for one for each route. */
import { didYouMean } from '../../lib/suggest.ts'
import { metered } from '../../limits/metered.ts'
import { isMistake, type Asking } from './ask.ts'
import { ownTools, routeTool, type Listed, type Own } from './own-tools.ts'
import { checkNames, type Arguments } from './request.ts'
import { refusal, type ToolResult } from './result.ts'
import { plainName, type Tools } from './tools.ts'

/** A set of tools that can be listed and called. */
export interface Toolbox {
  listed: readonly Listed[]
  /** Calls a tool; undefined if there is none of that name. */
  run(name: string, given: Arguments, asking: Asking): Promise<ToolResult> | undefined
  /** ` Did you mean x?` for an unknown name. */
  hint(name: string): string
}

const made = new WeakMap<Tools, Map<boolean, Toolbox>>()

/** The toolbox of a catalog, made once. `each` adds one tool for each route. */
export function toolbox(tools: Tools, each: boolean): Toolbox {
  const known = made.get(tools) ?? new Map<boolean, Toolbox>()
  made.set(tools, known)
  const found = known.get(each) ?? makeToolbox(tools, each)
  known.set(each, found)
  return found
}

function makeToolbox(tools: Tools, each: boolean): Toolbox {
  const own = ownTools(tools)
  const routes = each ? tools.all.map(one => routeTool(one, plainName(one.name))) : []
  const byName = new Map([...routes, ...own].map(one => [one.name, one]))
  return {
    listed: [...byName.values()].map(({ run: _run, ...one }) => one),
    run(name, given, asking) {
      const found = byName.get(name) ?? byName.get(plainName(name))
      const run = ({ inputSchema, run }: Own) => {
        checkNames(name, inputSchema, given)
        return run(given, asking)
      }
      // Each message of a batch takes its own time from the budget of unpaid requests.
      return found && answered(() => metered(asking.call, () => run(found)), asking)
    },
    hint: name => didYouMean(name, [...byName.keys()]),
  }
}

/**
 * The result. Mistakes of the caller are results too, so that a model can read and correct them; of
 * a fault of ours nothing is said.
 */
async function answered(
  run: () => ToolResult | Promise<ToolResult>,
  { call, signal }: Asking,
): Promise<ToolResult> {
  try {
    return await run()
  } catch (error) {
    if (isMistake(error)) return refusal(error.message)
    if (!signal.aborted)
      call.context.observe.log.error({ request: call.ids.request, err: error }, 'a tool failed')
    return refusal('The gateway failed; the fault is recorded.')
  }
}
