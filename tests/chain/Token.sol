// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token with chosen decimals that belongs to its deployer at first.
contract Token is ERC20 {
    uint8 private immutable places;

    constructor(string memory symbol_, uint8 decimals_) ERC20(symbol_, symbol_) {
        places = decimals_;
        _mint(msg.sender, 10 ** (decimals_ + 12));
    }

    function decimals() public view override returns (uint8) {
        return places;
    }
}
