// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface McpMessage {
  jsonrpc: '2.0'
  id?: string | number
  method: string
  params?: Record<string, unknown>
}

export type McpRequest = McpMessage | McpMessage[]
