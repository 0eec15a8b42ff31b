/** The set with the id added or removed. */
export function withMember(set: ReadonlySet<string>, { id, isOn }: { id: string; isOn: boolean }): ReadonlySet<string> {
  const next = new Set(set)
  if (isOn) next.add(id)
  else next.delete(id)
  return next
}
