/** The tools at an address: the gateway's own and, if requested, one for each route. */
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
  /** Calls a tool; undefined if there is no tool of that name. */
  run(name: string, given: Arguments, asking: Asking): Promise<ToolResult> | undefined
  /** ` Did you mean x?` for an unknown name. */
  hint(name: string): string
}

const made = new WeakMap<Tools, Map<boolean, Toolbox>>()

/** Returns the toolbox of a catalog, made once. `each` adds one tool for each route. */
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
      // Each message of a batch charges its own time to the budget of unpaid requests.
      return found && answered(() => metered(asking.call, () => run(found)), asking)
    },
    hint: name => didYouMean(name, [...byName.keys()]),
  }
}

/**
 * Runs the call and returns its result. The caller's mistakes are also results, so that a model can
 * read and correct them; the gateway's own faults are not described.
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
