/** Joins the parts of an address, each once: "Av. Brasil 2500, Pocitos, Montevideo". */
export function fullAddress({
  address,
  neighborhood,
  department,
}: {
  address: string
  neighborhood: string | null
  department?: string
}): string {
  return [address, neighborhood, department]
    .filter((part, index, parts) => part && parts.indexOf(part) === index)
    .join(', ')
}
