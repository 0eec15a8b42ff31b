/** The dot between facts in a line. It stays with the fact before it: no line begins with a dot. */
export const dot = '\u00a0· '
