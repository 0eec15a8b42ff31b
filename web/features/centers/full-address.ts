/** "Av. Brasil 2500, Pocitos, Montevideo", each part once. */
export function fullAddress(o: { address: string; neighborhood: string | null; department?: string }): string {
  return [o.address, o.neighborhood, o.department]
    .filter((part, index, parts) => part && parts.indexOf(part) === index)
    .join(', ')
}
