/** The hooks of the catalog (`catalog/hooks.yaml`): I/O and parsing that formulas may call. The generated interface checks this one. */
import type { Json } from '../contract.ts'
import { createBalance } from './balance.ts'
import { createHealth, type HealthView } from './health.ts'
import type { HookParts } from './parts.ts'

/** Makes the hooks of one gateway. */
export function createHooks(parts: HookParts): { balanceOf(address: string): Promise<bigint>; healthOf(view: HealthView): Promise<Json> } {
  return { balanceOf: createBalance(parts), healthOf: createHealth(parts) }
}

export type { HookParts } from './parts.ts'
