/** The hooks of the catalog (`catalog/hooks.yaml`): I/O and parsing that formulas may call. The generated interface checks this one. */
import type { Json } from '../contract.ts'
import { createBalance } from './balance.ts'
import { decodesToImage } from './data-uri.ts'
import { createFitImage, type FittedImage } from './fit-image.ts'
import { createHealth, type HealthView } from './health.ts'
import type { HookParts } from './parts.ts'

/** The hooks of one gateway. */
export interface Hooks {
  balanceOf(address: string): Promise<bigint>
  healthOf(view: HealthView): Promise<Json>
  decodesToImage(uri: string): boolean
  fitImage(source: string, sizes: readonly string[]): Promise<FittedImage>
}

/** Makes the hooks of one gateway. */
export function createHooks(parts: HookParts): Hooks {
  const { clock, allowHosts } = parts
  return { balanceOf: createBalance(parts), healthOf: createHealth(parts), decodesToImage, fitImage: createFitImage({ clock, allowHosts }) }
}

export type { HookParts } from './parts.ts'
