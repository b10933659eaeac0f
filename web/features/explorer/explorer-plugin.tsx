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
 * Fits Swagger UI into a page of the product: only the calls and the key, in parts that screen readers
 * and keyboards can use.
 * @param scheme of the document, for the key
 */
export function explorerPlugin(scheme: SecurityScheme) {
  return () => ({
    components: { ExplorerLayout },
    wrapComponents: {
      /** Nobody fills in a request that cannot succeed: without a key, "Try it out" asks for one. */
      TryItOutButton: (Original: ComponentType<TryItOutProps>, system: ExplorerSystem) =>
        function TryItOutWithKey(props: TryItOutProps) {
          const { authSelectors, authActions } = system;
          const tryOut = () =>
            authSelectors.authorized().size > 0
              ? props.onTryoutClick()
              : authActions.showDefinitions(authSelectors.definitionsToAuthorize());
          return <Original {...props} onTryoutClick={tryOut} />;
        },
      authorizationPopup: () => (props: ExplorerSystem) => <KeyDialog {...props} scheme={scheme} />,
      TextArea: () => RequestBody,
      SyntaxHighlighter: () => Code,
    },
  });
}

interface LayoutProps {
  getComponent: (name: string, isContainer?: boolean) => ComponentType;
}

/** The page has a title, and an index one server: what remains are the key and the calls. */
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

/** Without colours: those of the library are hard to read, and its regions cannot be scrolled by keyboard. */
function Code({ className, children }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={className} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
