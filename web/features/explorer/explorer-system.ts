/** The parts of Swagger UI's plugin system used here; the library's types do not describe them. */
export interface ExplorerSystem {
  authSelectors: {
    authorized: () => { size: number };
    definitionsToAuthorize: () => unknown;
  };
  authActions: {
    /** Opens the dialog for these schemes; `false` closes it. */
    showDefinitions: (definitions: unknown) => void;
    authorize: (keys: Record<string, { value: string; schema: SecurityScheme }>) => void;
    logout: (names: string[]) => void;
  };
}

/** A security scheme of the document. */
export type SecurityScheme = Record<string, unknown>;
