/** What a server of the bench gives to `main.ts`. */
export interface BenchServer {
  port: number
  /** Sent to the parent with the port. */
  facts?: Record<string, unknown>
  /** Questions that the parent may ask. */
  answers?: Record<string, (input: any) => unknown>
  close?(): Promise<unknown>
}

/** Starts a server from the input that the parent gave. */
export type StartServer = (input: any) => Promise<BenchServer>
