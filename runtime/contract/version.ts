/**
 * The version of the contract between generated code and the runtime. A process refuses a release
 * of another version. Raise it when generated code that was made before a change of the runtime
 * would be served wrongly after it.
 */
export const CONTRACT = 2
