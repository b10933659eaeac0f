import { VisuallyHidden } from '@mantine/core';
import { type ComponentType, type ReactNode, type TextareaHTMLAttributes, useState } from 'react';
import type { ExplorerSystem, SecurityScheme } from './explorer-system.ts';
import { KeyDialog } from './key-dialog.tsx';

interface TryItOutProps {
  onTryoutClick: () => void;
}

interface CodeProps {
  className?: string;
  children?: ReactNode;
}

/**
 * Adapts Swagger UI to a page of the product: only the calls and the key, with components that work with screen
 * readers and keyboards.
 * @param scheme of the document, for the key
 * @param indexId whose keys are offered
 */
export function explorerPlugin(scheme: SecurityScheme, indexId: string) {
  return () => ({
    components: { ExplorerLayout },
    wrapComponents: {
      /** Without a key no request can succeed, so "Try it out" asks for one first. */
      TryItOutButton: (Original: ComponentType<TryItOutProps>, system: ExplorerSystem) =>
        function TryItOutWithKey(props: TryItOutProps) {
          const { authSelectors, authActions } = system;
          const tryOut = () =>
            authSelectors.authorized().size > 0
              ? props.onTryoutClick()
              : authActions.showDefinitions(authSelectors.definitionsToAuthorize());
          return <Original {...props} onTryoutClick={tryOut} />;
        },
      authorizationPopup: () => (props: ExplorerSystem) => (
        <KeyDialog {...props} scheme={scheme} indexId={indexId} />
      ),
      TextArea: () => RequestBody,
      SyntaxHighlighter: () => Code,
      response: (Original: ComponentType<ResponseProps>) =>
        function Response(props: ResponseProps) {
          return Number(props.code) < 400 ? (
            <Original {...props} />
          ) : (
            <ErrorResponse Original={Original} {...props} />
          );
        },
    },
  });
}

interface ResponseProps {
  code: string;
  /** Part of the OpenAPI document, as Swagger UI stores it. */
  response: { get: (name: 'description') => string };
}

/** An error takes one line; its example is shown on request. */
function ErrorResponse({
  Original,
  ...props
}: ResponseProps & { Original: ComponentType<ResponseProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr className="response">
        <td className="response-col_status">{props.code}</td>
        <td className="response-col_description">
          <button
            type="button"
            className="error-toggle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {props.response.get('description')}
          </button>
        </td>
      </tr>
      {open && <Original {...props} />}
    </>
  );
}

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => ComponentType;
}

/** Without the title and the choice of servers: the page has a title, and an index one server. */
function ExplorerLayout({ getComponent }: LayoutProps) {
  const [parts] = useState(() => ({
    SvgAssets: getComponent('SvgAssets'),
    AuthorizeButton: getComponent('AuthorizeBtnContainer', true),
    Operations: getComponent('operations', true),
  }));
  return (
    <div className="swagger-ui">
      <parts.SvgAssets />
      <VisuallyHidden component="h2">Calls</VisuallyHidden>
      <parts.AuthorizeButton />
      <parts.Operations />
    </div>
  );
}

function RequestBody(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...props} aria-label="Request body" />;
}

/** Replaces the library's highlighter: its colours are hard to read, and it cannot be scrolled by keyboard. */
function Code({ className, children }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={className} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
