/** Prefixes of words and phrases, without accents. */
const signs =
  /\b(?:suicid|matarme|me quiero matar|me voy a matar|ganas de morir|quiero desaparecer|sobredosis|dolor (?:en el|de) pecho|quitarme la vida|no quiero (?:mas )?vivir|no quiero seguir (?:viviendo|viva|vivo)|(?:terminar|acabar) con mi vida|no vale la pena vivir|sin ganas de vivir|no tengo ganas de vivir|autolesi|quiero morir|me corto(?! (?:el|la|los|las|un|con|en)\b)|me estoy cortando|cortarme las venas|hacerme dano|lastimarme|no aguanto mas vivir|(?:want|wanna) (?:to )?die|kill(?:ing)? myself|end my life|(?:don['’]?t|not) want to live|hurt(?:ing)? myself|self[- ]harm|chest pain|heart attack|can['’]?t breathe|quero morrer|me matar|nao quero (?:mais )?viver|tirar (?:a )?minha vida|dor no peito|nao consigo respirar|(?<!(?:tuve|tuvo|tuvieron|despues de|post|sufri|sufrio|hizo) (?:un |el )?)infarto|no puedo respirar|emergencia)/

export function soundsLikeEmergency(text: string): boolean {
  const plain = text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
  return signs.test(plain)
}
