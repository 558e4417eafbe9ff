/**
 * The version of the contract between generated code and the runtime. A process refuses a release
 * of another version. Raise it when a change of the runtime would serve older generated code
 * wrongly.
 */
export const CONTRACT = 3
