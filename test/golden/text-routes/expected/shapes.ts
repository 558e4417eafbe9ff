// Code generated from catalog/schemas/chat.yaml by "npm run generate". DO NOT EDIT.

/** The schema `chat_message` of catalog/schemas/chat.yaml. */
export const chatMessage: object = {
  type: 'object', required: ['role', 'content'],
  properties: {
    role: { enum: ['system', 'user', 'assistant', 'tool'] },
    content: { type: 'string', maxLength: 1_000_000 },
  },
}
