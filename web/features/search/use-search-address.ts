import { useLocation, useSearchParams } from 'react-router-dom';

interface SearchAddress {
  indexId: string;
  text: string;
}

/** Longer texts are kept beside the address: servers on the way refuse addresses above some 8 kB. */
const maxTextInAddress = 6000;

/**
 * The search lives in the address, so that it can be shared and the back button works. One whose text is
 * too long for that lives in the browser's history: it survives going back and reloading.
 */
export function useSearchAddress(): [SearchAddress, (next: SearchAddress) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: { text?: string } | null };
  const address = {
    indexId: params.get('index') ?? 'us_patents',
    text: (params.get('q') ?? state?.text ?? '').trim(),
  };
  const setAddress = ({ indexId, text }: SearchAddress) => {
    if (encodeURIComponent(text).length > maxTextInAddress) {
      setParams({ index: indexId }, { state: { text } });
    } else {
      setParams(text === '' ? { index: indexId } : { index: indexId, q: text });
    }
  };
  return [address, setAddress];
}
