// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface SandboxCreateRequest {
  /** the only image */
  image?: 'python:3.11'
  /** lifetime in seconds; up to 300 at a flat price, above that by the hour */
  timeout?: number
  /** processors; without a GPU at most 1 */
  cpu?: number
  /** MB of memory; without a GPU at most 1024 */
  memory?: number
  /** omit it for a CPU sandbox */
  gpu?: 'T4' | 'L4' | 'A10G' | 'A100' | 'H100'
  /** not available yet; only an empty list is accepted */
  setup_commands?: unknown[]
}

export interface SandboxExecRequest {
  /** from create; keep it secret */
  sandbox_id: string
  /** the program and its arguments, e.g. ["python", "-c", "print(1)"] */
  command: string[]
  /** seconds that the command may take */
  timeout?: number
}

export interface SandboxStatusRequest {
  sandbox_id: string
}
