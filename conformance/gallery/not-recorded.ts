/** Examples that no recording of ours can show, by name, each with its reason. All others are held against a real server. */
export const notRecorded: ReadonlyMap<string, string> = new Map([]);
