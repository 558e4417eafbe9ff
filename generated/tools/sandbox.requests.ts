// Code generated from catalog/tools/sandbox.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostSandboxCreateBody = {
  /** the only image */
  image: 'python:3.11'
  /** lifetime in seconds; up to 300 at a flat price, above that by the hour */
  timeout: number
  /** processors; without a GPU at most 1 */
  cpu: number
  /** MB of memory; without a GPU at most 1024 */
  memory: number
  /** omit it for a CPU sandbox */
  gpu?: 'T4' | 'L4' | 'A10G' | 'A100' | 'H100'
  /** not available yet; only an empty list is accepted */
  setup_commands?: Json[]
}

export type PostSandboxExecBody = {
  /** from create; keep it secret */
  sandbox_id: string
  /** the program and its arguments, e.g. ["python", "-c", "print(1)"] */
  command: string[]
  /** seconds that the command may take */
  timeout: number
}

export type PostSandboxStatusBody = {
  sandbox_id: string
}

/** The derived values of POST /api/v1/sandbox/create. */
export interface PostSandboxCreateValues {
  hourly: boolean
}
