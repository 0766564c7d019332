// Why a sheet or a rule set is refused: a code with values, never a sentence.
// The codes are those of scoring/engine/refusals.py; section 7 of docs/rules.md.

export class Refused extends Error {
  /** @param {string} code @param {Record<string, string | string[]>} values */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }

  /** `{"refused": {"code": …, "seat": …}}`, as the server sends it. */
  toJSON() {
    return { refused: { code: this.code, ...this.values } };
  }
}

export function refuse(code, values) {
  throw new Refused(code, values);
}
