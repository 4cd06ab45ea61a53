import Button from '@mui/material/Button';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { Failure } from '../layout/Failure';
import { Screen } from '../layout/Screen';
import { TEXTS } from './texts';

/** A crashed screen leaves the menu usable. */
export class ScreenBoundary extends Component<{ children?: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <Screen title={TEXTS.somethingWentWrong}>
        <Failure text={TEXTS.screenBroke}>
          <Button
            variant="contained"
            onClick={() => {
              location.reload();
            }}
          >
            {TEXTS.reloadPage}
          </Button>
        </Failure>
      </Screen>
    );
  }
}
