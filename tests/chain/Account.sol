// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.24;

/// A smart account: makes several calls in one transaction, as multisigs, batch payers and wallets do. It logs
/// the coins that it receives, as a Safe does.
contract Account {
    event SafeReceived(address indexed sender, uint256 value);

    receive() external payable {
        emit SafeReceived(msg.sender, msg.value);
    }

    function run(address[] calldata to, uint256[] calldata values, bytes[] calldata data) external payable {
        for (uint256 n = 0; n < to.length; n++) {
            (bool success, ) = to[n].call{value: values[n]}(data[n]);
            require(success, "Call failed");
        }
    }
}
