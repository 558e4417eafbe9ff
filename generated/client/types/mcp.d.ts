// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface McpReply {
  jsonrpc: '2.0'
  id: string | number | null
  result?: Record<string, unknown>
  error?: {
    code?: number
    message?: string
  }
}
